CREATE TABLE `__new_uploads` (
	`id` text PRIMARY KEY NOT NULL,
	`file_name` text NOT NULL,
	`bytes` integer NOT NULL,
	`is_preview` integer DEFAULT false NOT NULL,
	`rpi_key` integer,
	`is_used` integer DEFAULT false NOT NULL,
	`address` text DEFAULT '' NOT NULL,
	`arrived` integer DEFAULT 0 NOT NULL,
	`create_hour` real NOT NULL
);
--> statement-breakpoint
INSERT INTO `__new_uploads`("id", "file_name", "bytes", "is_preview", "rpi_key", "is_used", "address", "arrived", "create_hour") SELECT "id", "file_name", "bytes", "is_preview", "rpi_key", "is_used", "address", "arrived", "create_hour" FROM `uploads`;--> statement-breakpoint
DROP TABLE `uploads`;--> statement-breakpoint
ALTER TABLE `__new_uploads` RENAME TO `uploads`;--> statement-breakpoint
CREATE INDEX `uploads_rpi_key` ON `uploads` (`rpi_key`);--> statement-breakpoint
CREATE INDEX `uploads_address` ON `uploads` (`address`) WHERE NOT "uploads"."is_used";--> statement-breakpoint
ALTER TABLE `removals` ADD `files` text;--> statement-breakpoint
ALTER TABLE `removals` ADD `deleted_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `rock_post_images` ADD `earlier_name` text;--> statement-breakpoint
ALTER TABLE `rock_post_images` ADD `outdated` integer DEFAULT false NOT NULL;