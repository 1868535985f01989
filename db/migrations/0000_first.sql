CREATE TABLE `admin_sessions` (
	`id_hash` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`document_until` integer DEFAULT 0 NOT NULL,
	`document_request` text
);
--> statement-breakpoint
CREATE TABLE `albums` (
	`pa_key` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`display_name` text DEFAULT '' NOT NULL,
	`desc` text DEFAULT '' NOT NULL,
	`show` integer DEFAULT false NOT NULL,
	`order_num` integer NOT NULL,
	`create_dt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `albums_name_unique` ON `albums` (`name`);--> statement-breakpoint
CREATE TABLE `jobs` (
	`job_id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`state` text DEFAULT 'queued' NOT NULL,
	`payload` text NOT NULL,
	`done` integer DEFAULT 0 NOT NULL,
	`total` integer DEFAULT 1 NOT NULL,
	`message` text DEFAULT '' NOT NULL,
	`error` text,
	`parent_id` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`crashes` integer DEFAULT 0 NOT NULL,
	`run_after` integer DEFAULT 0 NOT NULL,
	`created_dt` text NOT NULL,
	`started_dt` text,
	`finished_dt` text
);
--> statement-breakpoint
CREATE INDEX `jobs_waiting` ON `jobs` (`state`,`run_after`);--> statement-breakpoint
CREATE INDEX `jobs_parent` ON `jobs` (`parent_id`);--> statement-breakpoint
CREATE INDEX `jobs_created` ON `jobs` (`created_dt`);--> statement-breakpoint
CREATE TABLE `photos` (
	`p_key` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`pa_key` integer NOT NULL,
	`original_file` text NOT NULL,
	`name` text NOT NULL,
	`display_name` text DEFAULT '' NOT NULL,
	`desc` text DEFAULT '' NOT NULL,
	`date` text,
	`order_num` integer NOT NULL,
	`show` integer DEFAULT true NOT NULL,
	`ready` integer DEFAULT false NOT NULL,
	`error` text,
	`missing` integer DEFAULT false NOT NULL,
	`width` integer,
	`height` integer,
	`bytes` integer,
	`mtime_ms` integer,
	`create_dt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`pa_key`) REFERENCES `albums`(`pa_key`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `photos_name` ON `photos` (`pa_key`,`name`);--> statement-breakpoint
CREATE UNIQUE INDEX `photos_original_file` ON `photos` (`pa_key`,`original_file`);--> statement-breakpoint
CREATE INDEX `photos_order` ON `photos` (`pa_key`,`order_num`);--> statement-breakpoint
CREATE TABLE `rate_limits` (
	`key` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`scope` text NOT NULL,
	`address` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `rate_limits_scope` ON `rate_limits` (`scope`,`address`,`at`);--> statement-breakpoint
CREATE TABLE `removals` (
	`path` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `rock_artists` (
	`rc_key` integer NOT NULL,
	`ra_key` integer NOT NULL,
	PRIMARY KEY(`rc_key`, `ra_key`),
	FOREIGN KEY (`rc_key`) REFERENCES `rocks`(`rc_key`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`ra_key`) REFERENCES `users`(`ra_key`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `rock_artists_ra_key` ON `rock_artists` (`ra_key`);--> statement-breakpoint
CREATE TABLE `rock_counts` (
	`day` text NOT NULL,
	`rock_qr_number` text NOT NULL,
	`page` text NOT NULL,
	`device` text NOT NULL,
	`address_prefix` text NOT NULL,
	`visits` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`day`, `rock_qr_number`, `page`, `device`, `address_prefix`)
);
--> statement-breakpoint
CREATE TABLE `rock_pins` (
	`rps_key` integer PRIMARY KEY NOT NULL,
	`rock_number` integer NOT NULL,
	`latitude` real NOT NULL,
	`longitude` real NOT NULL,
	FOREIGN KEY (`rps_key`) REFERENCES `rock_posts`(`rps_key`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `rock_pins_rock_number` ON `rock_pins` (`rock_number`) WHERE rock_number > 0;--> statement-breakpoint
CREATE TABLE `rock_post_images` (
	`rpi_key` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rps_key` integer NOT NULL,
	`original_name` text NOT NULL,
	`current_name` text NOT NULL,
	`original_file` text NOT NULL,
	`show` integer DEFAULT true NOT NULL,
	`ready` integer DEFAULT false NOT NULL,
	`error` text,
	`width` integer,
	`height` integer,
	`taken_dt` text,
	`create_dt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`rps_key`) REFERENCES `rock_posts`(`rps_key`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `rock_post_images_name` ON `rock_post_images` (`rps_key`,`current_name`);--> statement-breakpoint
CREATE TABLE `rock_posts` (
	`rps_key` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`uuid` text NOT NULL,
	`submission_id` text,
	`rock_number` integer NOT NULL,
	`rock_number_qr` integer,
	`location` text NOT NULL,
	`latitude` real,
	`longitude` real,
	`date` text NOT NULL,
	`comment` text NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`email` text DEFAULT '' NOT NULL,
	`show` integer DEFAULT false NOT NULL,
	`moving_from` integer,
	`suggestion` text,
	`find_key_hash` text,
	`create_dt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `rock_posts_uuid_unique` ON `rock_posts` (`uuid`);--> statement-breakpoint
CREATE UNIQUE INDEX `rock_posts_submission_id_unique` ON `rock_posts` (`submission_id`);--> statement-breakpoint
CREATE INDEX `rock_posts_by_rock` ON `rock_posts` (`rock_number`,`show`,`date`,`create_dt`,`rps_key`);--> statement-breakpoint
CREATE INDEX `rock_posts_shown` ON `rock_posts` (`show`,`date`,`create_dt`,`rps_key`);--> statement-breakpoint
CREATE INDEX `rock_posts_coordinates` ON `rock_posts` (`latitude`,`longitude`,`rps_key`);--> statement-breakpoint
CREATE TABLE `rocks` (
	`rc_key` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rock_number` integer NOT NULL,
	`comment` text DEFAULT '' NOT NULL,
	`original_file` text NOT NULL,
	`ready` integer DEFAULT false NOT NULL,
	`error` text,
	`shown_posts` integer DEFAULT 0 NOT NULL,
	`create_dt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `rocks_rock_number_unique` ON `rocks` (`rock_number`);--> statement-breakpoint
CREATE INDEX `rocks_create_dt` ON `rocks` (`create_dt`);--> statement-breakpoint
CREATE INDEX `rocks_found` ON `rocks` (`rock_number`) WHERE shown_posts > 0;--> statement-breakpoint
CREATE TABLE `secrets` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `site_texts` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `users` (
	`ra_key` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`display_name` text NOT NULL,
	`relation` text DEFAULT '' NOT NULL,
	`dob` text,
	`create_dt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_display_name` ON `users` ("display_name" COLLATE NOCASE);
--> statement-breakpoint
INSERT INTO `users` (`display_name`) VALUES ('UNKNOWN');
