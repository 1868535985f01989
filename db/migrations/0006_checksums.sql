CREATE TABLE `reports` (
	`name` text PRIMARY KEY NOT NULL,
	`ended_dt` text NOT NULL,
	`result` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `site_files` (
	`path` text PRIMARY KEY NOT NULL,
	`bytes` integer NOT NULL,
	`mtime_ms` integer NOT NULL,
	`sha256` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `photos` ADD `sha256` text;--> statement-breakpoint
ALTER TABLE `rock_post_images` ADD `sha256` text;--> statement-breakpoint
ALTER TABLE `rocks` ADD `sha256` text;--> statement-breakpoint
DROP VIEW `public_images`;--> statement-breakpoint
CREATE VIEW `public_images` AS select "rock_post_images"."rpi_key", "rock_post_images"."current_name", "rock_post_images"."original_file", "rock_posts"."rps_key", "rock_posts"."uuid", "rock_posts"."rock_number", "rock_posts"."moving_from", "rock_posts"."date", "rock_posts"."create_dt", "rock_post_images"."width", "rock_post_images"."height" from "rock_post_images" inner join "rock_posts" on "rock_posts"."rps_key" = "rock_post_images"."rps_key" where likely(rock_posts.show = 1) AND rock_post_images.show = 1 AND rock_post_images.ready = 1;