CREATE TABLE `pending_sign_ins` (
	`id_hash` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`code_hash` text PRIMARY KEY NOT NULL,
	`used_dt` text
);
--> statement-breakpoint
CREATE TABLE `second_factor` (
	`key` integer PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`on_dt` text,
	`last_step` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `security_events` (
	`event_key` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`what` text NOT NULL,
	`browser` text DEFAULT '' NOT NULL,
	`address_prefix` text DEFAULT '' NOT NULL,
	`times` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `security_events_at` ON `security_events` (`at`);--> statement-breakpoint
ALTER TABLE `admin_sessions` ADD `confirmed_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `admin_sessions` ADD `browser` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `admin_sessions` ADD `address_prefix` text DEFAULT '' NOT NULL;