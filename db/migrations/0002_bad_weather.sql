CREATE TABLE `used_photo_names` (
	`album` text NOT NULL,
	`name` text NOT NULL,
	PRIMARY KEY(`album`, `name`)
);
--> statement-breakpoint
ALTER TABLE `rock_posts` ADD `no_place` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `rock_posts_unplaced` ON `rock_posts` (`create_dt`,`rps_key`) WHERE "show" = 1 AND latitude IS NULL AND no_place = 0;--> statement-breakpoint
ALTER TABLE `rocks` ADD `pin_ready` integer DEFAULT false NOT NULL;--> statement-breakpoint
INSERT INTO used_photo_names SELECT DISTINCT a.name, p.name FROM photos p JOIN albums a USING (pa_key);--> statement-breakpoint
CREATE TRIGGER photos_name_used AFTER INSERT ON photos
BEGIN INSERT OR IGNORE INTO used_photo_names SELECT name, new.name FROM albums WHERE pa_key = new.pa_key; END;--> statement-breakpoint
CREATE TRIGGER albums_names_forgotten AFTER DELETE ON albums
BEGIN DELETE FROM used_photo_names WHERE album = old.name; END;
