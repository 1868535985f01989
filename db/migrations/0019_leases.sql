ALTER TABLE `jobs` ADD `lease_until` integer;--> statement-breakpoint
-- What was handed out before the update; a job that has parts waits for them.
UPDATE `jobs` SET `lease_until` = 0 WHERE `state` = 'running' AND `job_id` NOT IN (SELECT `parent_id` FROM `jobs` WHERE `parent_id` IS NOT NULL);
