ALTER TABLE `rock_post_images` ADD `description` text DEFAULT '' NOT NULL;--> statement-breakpoint
DROP VIEW `public_finds`;--> statement-breakpoint
DROP VIEW `public_images`;--> statement-breakpoint
CREATE VIEW `public_finds` AS select "rps_key", "uuid", "rock_number", "location", public_latitude as "latitude", public_longitude as "longitude", "precision", "date", "comment", "lang", "create_dt", (
        SELECT json_group_array(current_name) FROM (
          SELECT current_name FROM rock_post_images
           WHERE rock_post_images.rps_key = rock_posts.rps_key AND rock_post_images.show = 1 AND rock_post_images.ready = 1 ORDER BY rpi_key)) as "imagenames", (
        SELECT json_group_array(description) FROM (
          SELECT description FROM rock_post_images
           WHERE rock_post_images.rps_key = rock_posts.rps_key AND rock_post_images.show = 1 AND rock_post_images.ready = 1 ORDER BY rpi_key)) as "imagedescriptions" from "rock_posts" where likely(rock_posts.show = 1);--> statement-breakpoint
CREATE VIEW `public_images` AS select "rock_post_images"."rpi_key", "rock_post_images"."current_name", "rock_post_images"."description", "rock_post_images"."original_file", "rock_posts"."rps_key", "rock_posts"."uuid", "rock_posts"."rock_number", "rock_posts"."moving_from", "rock_posts"."date", "rock_posts"."create_dt", "rock_post_images"."width", "rock_post_images"."height" from "rock_post_images" inner join "rock_posts" on "rock_posts"."rps_key" = "rock_post_images"."rps_key" where likely(rock_posts.show = 1) AND rock_post_images.show = 1 AND rock_post_images.ready = 1;