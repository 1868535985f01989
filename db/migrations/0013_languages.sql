CREATE TABLE `site_translations` (
	`lang` text NOT NULL,
	`key` text NOT NULL,
	`value` text NOT NULL,
	PRIMARY KEY(`lang`, `key`)
);
--> statement-breakpoint
ALTER TABLE `rock_posts` ADD `lang` text;--> statement-breakpoint
DROP VIEW `public_finds`;--> statement-breakpoint
CREATE VIEW `public_finds` AS select "rps_key", "uuid", "rock_number", "location", public_latitude as "latitude", public_longitude as "longitude", "precision", "date", "comment", "lang", "create_dt", (
        SELECT json_group_array(current_name) FROM (
          SELECT current_name FROM rock_post_images
           WHERE rock_post_images.rps_key = rock_posts.rps_key AND rock_post_images.show = 1 AND rock_post_images.ready = 1 ORDER BY rpi_key)) as "imagenames" from "rock_posts" where likely(rock_posts.show = 1);