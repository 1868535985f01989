CREATE TABLE `digest_finds` (
	`digest_key` integer NOT NULL,
	`rps_key` integer NOT NULL,
	PRIMARY KEY(`digest_key`, `rps_key`),
	FOREIGN KEY (`digest_key`) REFERENCES `digests`(`digest_key`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `digests` (
	`digest_key` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`day` text NOT NULL,
	`key_hash` text,
	`expires_dt` text NOT NULL,
	`sent_dt` text,
	`error` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `digests_key_hash_unique` ON `digests` (`key_hash`);--> statement-breakpoint
CREATE TABLE `history` (
	`history_key` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rps_key` integer NOT NULL,
	`at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`by` text NOT NULL,
	`what` text NOT NULL,
	`changes` text DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE INDEX `history_find` ON `history` (`rps_key`,`history_key`);--> statement-breakpoint
CREATE TABLE `trash` (
	`trash_key` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`key` integer NOT NULL,
	`parent_key` integer,
	`label` text NOT NULL,
	`detail` text DEFAULT '' NOT NULL,
	`rows` text NOT NULL,
	`submission_id` text,
	`deleted_dt` text NOT NULL,
	`expires_dt` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `trash_submission_id_unique` ON `trash` (`submission_id`);--> statement-breakpoint
CREATE INDEX `trash_expires` ON `trash` (`expires_dt`);--> statement-breakpoint
CREATE INDEX `trash_parent` ON `trash` (`kind`,`parent_key`);--> statement-breakpoint
CREATE TABLE `trash_moves` (
	`path` text PRIMARY KEY NOT NULL,
	`trash_key` integer NOT NULL,
	`part` text NOT NULL,
	FOREIGN KEY (`trash_key`) REFERENCES `trash`(`trash_key`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `trashed_rock_artists` (
	`rc_key` integer NOT NULL,
	`ra_key` integer NOT NULL,
	`place` integer NOT NULL,
	PRIMARY KEY(`rc_key`, `ra_key`)
);
