DROP TABLE `rate_limits`;--> statement-breakpoint
DROP INDEX `followers_expires`;--> statement-breakpoint
ALTER TABLE `followers` ADD `expires_hour` real;--> statement-breakpoint
-- Hours begin at 0 now, which is when the site last looked at the clock.
UPDATE `followers` SET `expires_hour` = (julianday(`expires_dt`) - coalesce((SELECT julianday(`value` ->> '$.wall' / 1000.0, 'unixepoch') FROM `secrets` WHERE `name` = 'clock'), julianday('now'))) * 24;--> statement-breakpoint
CREATE INDEX `followers_expires` ON `followers` (`expires_hour`) WHERE expires_hour IS NOT NULL;--> statement-breakpoint
ALTER TABLE `followers` DROP COLUMN `expires_dt`;--> statement-breakpoint
DROP INDEX `trash_expires`;--> statement-breakpoint
ALTER TABLE `trash` ADD `expires_hour` real NOT NULL DEFAULT 0;--> statement-breakpoint
UPDATE `trash` SET `expires_hour` = (julianday(`expires_dt`) - coalesce((SELECT julianday(`value` ->> '$.wall' / 1000.0, 'unixepoch') FROM `secrets` WHERE `name` = 'clock'), julianday('now'))) * 24;--> statement-breakpoint
CREATE INDEX `trash_expires` ON `trash` (`expires_hour`);--> statement-breakpoint
ALTER TABLE `trash` DROP COLUMN `expires_dt`;--> statement-breakpoint
ALTER TABLE `uploads` ADD `create_hour` real NOT NULL DEFAULT 0;--> statement-breakpoint
UPDATE `uploads` SET `create_hour` = (julianday(`create_dt`) - coalesce((SELECT julianday(`value` ->> '$.wall' / 1000.0, 'unixepoch') FROM `secrets` WHERE `name` = 'clock'), julianday('now'))) * 24;--> statement-breakpoint
ALTER TABLE `uploads` DROP COLUMN `create_dt`;--> statement-breakpoint
DELETE FROM `secrets` WHERE `name` = 'clock';
