CREATE TABLE `old_moves` (
	`path` text PRIMARY KEY NOT NULL,
	`to` text NOT NULL
);
--> statement-breakpoint
INSERT INTO old_moves SELECT 'rocks/' || moving_from || '/' || uuid, 'rocks/' || rock_number || '/' || uuid
  FROM rock_posts WHERE moving_from <> rock_number;--> statement-breakpoint
INSERT OR IGNORE INTO old_moves
  SELECT 'rocks/' || (value ->> 'moving_from') || '/' || (value ->> 'uuid'), 'rocks/' || (value ->> 'rock_number') || '/' || (value ->> 'uuid')
    FROM trash, json_each(rows, '$.rock_posts') WHERE value ->> 'moving_from' <> value ->> 'rock_number';--> statement-breakpoint
DROP TABLE `trash_moves`;--> statement-breakpoint
DROP VIEW `public_images`;--> statement-breakpoint
ALTER TABLE `rock_posts` ADD `folder` text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE rock_posts SET folder = 'rocks/' || rock_number || '/' || uuid;--> statement-breakpoint
ALTER TABLE `rock_posts` DROP COLUMN `moving_from`;--> statement-breakpoint
CREATE TRIGGER rock_posts_folder AFTER INSERT ON rock_posts WHEN new.folder = ''
BEGIN UPDATE rock_posts SET folder = 'rocks/' || rock_number || '/' || uuid WHERE rps_key = new.rps_key; END;--> statement-breakpoint
ALTER TABLE `rocks` ADD `folder` text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE rocks SET folder = 'catalog/' || rock_number;--> statement-breakpoint
CREATE TRIGGER rocks_folder_set AFTER INSERT ON rocks WHEN new.folder = ''
BEGIN UPDATE rocks SET folder = 'catalog/' || rock_number WHERE rc_key = new.rc_key; END;--> statement-breakpoint
CREATE UNIQUE INDEX `rocks_folder` ON `rocks` (`folder`);--> statement-breakpoint
ALTER TABLE `trash` ADD `files` text;--> statement-breakpoint
UPDATE trash SET files = '[]' WHERE kind = 'artist';--> statement-breakpoint
CREATE VIEW `public_images` AS select "rock_post_images"."rpi_key", "rock_post_images"."current_name", "rock_post_images"."description", "rock_post_images"."original_file", "rock_posts"."rps_key", "rock_posts"."uuid", "rock_posts"."rock_number", "rock_posts"."folder", "rock_posts"."date", "rock_posts"."create_dt", "rock_post_images"."width", "rock_post_images"."height" from "rock_post_images" inner join "rock_posts" on "rock_posts"."rps_key" = "rock_post_images"."rps_key" where likely(rock_posts.show = 1) AND rock_post_images.show = 1 AND rock_post_images.ready = 1;
