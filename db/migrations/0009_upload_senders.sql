ALTER TABLE `uploads` ADD `address` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `uploads` ADD `arrived` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `uploads_address` ON `uploads` (`address`) WHERE NOT "uploads"."is_used";