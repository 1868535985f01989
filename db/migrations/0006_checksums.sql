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
ALTER TABLE `rocks` ADD `sha256` text;