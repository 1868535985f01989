CREATE TABLE `uploads` (
	`id` text PRIMARY KEY NOT NULL,
	`file_name` text NOT NULL,
	`bytes` integer NOT NULL,
	`is_preview` integer DEFAULT false NOT NULL,
	`rpi_key` integer,
	`is_used` integer DEFAULT false NOT NULL,
	`create_dt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`rpi_key`) REFERENCES `rock_post_images`(`rpi_key`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `uploads_rpi_key` ON `uploads` (`rpi_key`);--> statement-breakpoint
ALTER TABLE `rock_post_images` ADD `original_state` text DEFAULT 'final' NOT NULL;--> statement-breakpoint
ALTER TABLE `rock_post_images` ADD `fingerprint` text;--> statement-breakpoint
ALTER TABLE `rock_posts` ADD `precision` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `rock_posts` ADD `public_latitude` real GENERATED ALWAYS AS ((CASE precision WHEN 0 THEN latitude ELSE
  round((floor(latitude * 111320 / precision) + 0.5) * precision / 111320, 6) END)) VIRTUAL;--> statement-breakpoint
ALTER TABLE `rock_posts` ADD `public_longitude` real GENERATED ALWAYS AS ((CASE precision WHEN 0 THEN longitude ELSE
  round(max(-180, min(180, (floor(longitude * 111320 * max(0.01, cos(radians(public_latitude))) / precision) + 0.5) * precision / 111320 / max(0.01, cos(radians(public_latitude))))), 6) END)) VIRTUAL;--> statement-breakpoint
DROP VIEW `public_finds`;--> statement-breakpoint
CREATE VIEW `public_finds` AS select "rps_key", "uuid", "rock_number", "location", public_latitude as "latitude", public_longitude as "longitude", "precision", "date", "comment", "create_dt", (
        SELECT json_group_array(current_name) FROM (
          SELECT current_name FROM rock_post_images
           WHERE rock_post_images.rps_key = rock_posts.rps_key AND rock_post_images.show = 1 AND rock_post_images.ready = 1 ORDER BY rpi_key)) as "imagenames" from "rock_posts" where likely(rock_posts.show = 1);