ALTER TABLE `rock_post_images` ADD `looked_blurs` text;--> statement-breakpoint
UPDATE `rock_post_images` SET `looked_blurs` = `blurs` WHERE `rps_key` IN (SELECT `rps_key` FROM `history` WHERE "by" <> 'finder');
