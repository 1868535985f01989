ALTER TABLE `rock_post_images` ADD `replaces` integer;--> statement-breakpoint
CREATE INDEX `rock_post_images_replacing` ON `rock_post_images` (`rps_key`) WHERE replaces IS NOT NULL;--> statement-breakpoint
DROP TRIGGER rock_post_images_added;--> statement-breakpoint
DROP TRIGGER rock_post_images_removed;--> statement-breakpoint
CREATE TRIGGER rock_post_images_added AFTER INSERT ON rock_post_images WHEN new.replaces IS NULL
BEGIN UPDATE rock_posts SET total_images = total_images + 1 WHERE rps_key = new.rps_key; END;--> statement-breakpoint
CREATE TRIGGER rock_post_images_removed AFTER DELETE ON rock_post_images WHEN old.replaces IS NULL
BEGIN UPDATE rock_posts SET total_images = total_images - 1 WHERE rps_key = old.rps_key; END;--> statement-breakpoint
CREATE TRIGGER rock_post_images_own AFTER UPDATE OF replaces ON rock_post_images WHEN old.replaces IS NOT NULL AND new.replaces IS NULL
BEGIN UPDATE rock_posts SET total_images = total_images + 1 WHERE rps_key = new.rps_key; END;
