DROP INDEX `rock_posts_coordinates`;--> statement-breakpoint
ALTER TABLE `rock_posts` ADD `total_images` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `rock_posts` ADD `put_aside` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `rocks` ADD `artists_text` text DEFAULT 'UNKNOWN' NOT NULL;--> statement-breakpoint
UPDATE rock_posts SET total_images = (SELECT count(*) FROM rock_post_images i WHERE i.rps_key = rock_posts.rps_key);--> statement-breakpoint
UPDATE rocks SET artists_text = coalesce((SELECT group_concat(display_name, ', ') FROM (SELECT u.display_name FROM rock_artists a JOIN users u USING (ra_key) WHERE a.rc_key = rocks.rc_key ORDER BY a.rowid)), 'UNKNOWN');--> statement-breakpoint
CREATE TRIGGER rock_post_images_added AFTER INSERT ON rock_post_images
BEGIN UPDATE rock_posts SET total_images = total_images + 1 WHERE rps_key = new.rps_key; END;--> statement-breakpoint
CREATE TRIGGER rock_post_images_removed AFTER DELETE ON rock_post_images
BEGIN UPDATE rock_posts SET total_images = total_images - 1 WHERE rps_key = old.rps_key; END;--> statement-breakpoint
CREATE TRIGGER rock_artists_added AFTER INSERT ON rock_artists
BEGIN UPDATE rocks SET artists_text = coalesce((SELECT group_concat(display_name, ', ') FROM (SELECT u.display_name FROM rock_artists a JOIN users u USING (ra_key) WHERE a.rc_key = new.rc_key ORDER BY a.rowid)), 'UNKNOWN') WHERE rc_key = new.rc_key; END;--> statement-breakpoint
CREATE TRIGGER rock_artists_removed AFTER DELETE ON rock_artists
BEGIN UPDATE rocks SET artists_text = coalesce((SELECT group_concat(display_name, ', ') FROM (SELECT u.display_name FROM rock_artists a JOIN users u USING (ra_key) WHERE a.rc_key = old.rc_key ORDER BY a.rowid)), 'UNKNOWN') WHERE rc_key = old.rc_key; END;--> statement-breakpoint
CREATE TRIGGER users_renamed AFTER UPDATE OF display_name ON users
BEGIN UPDATE rocks SET artists_text = coalesce((SELECT group_concat(display_name, ', ') FROM (SELECT u.display_name FROM rock_artists a JOIN users u USING (ra_key) WHERE a.rc_key = rocks.rc_key ORDER BY a.rowid)), 'UNKNOWN') WHERE rc_key IN (SELECT rc_key FROM rock_artists WHERE ra_key = new.ra_key); END;--> statement-breakpoint
CREATE INDEX `rock_posts_waiting` ON `rock_posts` (`create_dt`,`rps_key`) WHERE "show" = 0 AND put_aside = 0;--> statement-breakpoint
CREATE INDEX `rock_posts_location` ON `rock_posts` (location COLLATE NOCASE);--> statement-breakpoint
CREATE INDEX `rock_posts_date` ON `rock_posts` (`date`,`create_dt`);--> statement-breakpoint
CREATE INDEX `rock_posts_comment` ON `rock_posts` (substr(comment, 1, 60) COLLATE NOCASE);--> statement-breakpoint
CREATE INDEX `rock_posts_name` ON `rock_posts` (name COLLATE NOCASE);--> statement-breakpoint
CREATE INDEX `rock_posts_email` ON `rock_posts` (email COLLATE NOCASE);--> statement-breakpoint
CREATE INDEX `rock_posts_create_dt` ON `rock_posts` (`create_dt`);--> statement-breakpoint
CREATE INDEX `rock_posts_total_images` ON `rock_posts` (`total_images`);--> statement-breakpoint
CREATE INDEX `rock_posts_coordinates` ON `rock_posts` (ifnull(latitude, -999),ifnull(longitude, -999));--> statement-breakpoint
CREATE INDEX `rocks_artists` ON `rocks` (artists_text COLLATE NOCASE);--> statement-breakpoint
CREATE INDEX `rocks_comment` ON `rocks` (substr(comment, 1, 60) COLLATE NOCASE);--> statement-breakpoint
CREATE INDEX `rock_post_images_failed` ON `rock_post_images` (`rps_key`) WHERE error IS NOT NULL;