CREATE TABLE `follow_counts` (
	`name` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `follower_keys` (
	`key_hash` text PRIMARY KEY NOT NULL,
	`flw_key` integer NOT NULL,
	FOREIGN KEY (`flw_key`) REFERENCES `followers`(`flw_key`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `follower_keys_follower` ON `follower_keys` (`flw_key`);--> statement-breakpoint
CREATE TABLE `followers` (
	`flw_key` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`rock_number` integer NOT NULL,
	`address` text NOT NULL,
	`lang` text DEFAULT 'en' NOT NULL,
	`confirmed` integer DEFAULT false NOT NULL,
	`asks` text,
	`since` integer DEFAULT 0 NOT NULL,
	`own_finds` text DEFAULT '[]' NOT NULL,
	`told_dt` text,
	`tries` integer DEFAULT 0 NOT NULL,
	`failing_dt` text,
	`retry_dt` text,
	`expires_dt` text,
	`create_dt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `followers_id_unique` ON `followers` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `followers_rock` ON `followers` (`rock_number`,address COLLATE NOCASE);--> statement-breakpoint
CREATE INDEX `followers_address` ON `followers` (address COLLATE NOCASE);--> statement-breakpoint
CREATE INDEX `followers_asks` ON `followers` (`flw_key`) WHERE asks IS NOT NULL;--> statement-breakpoint
CREATE INDEX `followers_expires` ON `followers` (`expires_dt`) WHERE expires_dt IS NOT NULL;--> statement-breakpoint
CREATE TABLE `news` (
	`news_key` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`uuid` text NOT NULL,
	`rock_number` integer NOT NULL,
	`state` text DEFAULT 'new' NOT NULL,
	`shown_dt` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `news_find` ON `news` (`uuid`,`rock_number`);--> statement-breakpoint
CREATE INDEX `news_open` ON `news` (`rock_number`) WHERE state <> 'over';--> statement-breakpoint
CREATE TABLE `stopped_followers` (
	`id` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `told` (
	`flw_key` integer NOT NULL,
	`news_key` integer NOT NULL,
	`mail_id` text NOT NULL,
	`state` text NOT NULL,
	PRIMARY KEY(`flw_key`, `news_key`),
	FOREIGN KEY (`flw_key`) REFERENCES `followers`(`flw_key`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`news_key`) REFERENCES `news`(`news_key`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `told_news` ON `told` (`news_key`);--> statement-breakpoint
CREATE INDEX `told_open` ON `told` (`flw_key`) WHERE state = 'open';--> statement-breakpoint
CREATE TRIGGER news_of_new_find AFTER INSERT ON rock_posts WHEN new.show = 1 AND new.rock_number > 0
BEGIN
  DELETE FROM news WHERE uuid = new.uuid AND rock_number = new.rock_number AND state = 'new';
  INSERT OR IGNORE INTO news (uuid, rock_number) SELECT new.uuid, new.rock_number
    WHERE EXISTS (SELECT 1 FROM followers WHERE rock_number = new.rock_number AND confirmed = 1);
END;--> statement-breakpoint
CREATE TRIGGER news_of_find AFTER UPDATE OF show, rock_number ON rock_posts
WHEN new.show = 1 AND new.rock_number > 0 AND (old.show = 0 OR old.rock_number <> new.rock_number)
BEGIN
  DELETE FROM news WHERE uuid = new.uuid AND rock_number = new.rock_number AND state = 'new';
  INSERT OR IGNORE INTO news (uuid, rock_number) SELECT new.uuid, new.rock_number
    WHERE EXISTS (SELECT 1 FROM followers WHERE rock_number = new.rock_number AND confirmed = 1);
END;--> statement-breakpoint
-- A find that has been there for a day is no news when it is shown again, not even if nobody followed its rock before.
CREATE TRIGGER news_of_old_find AFTER UPDATE OF show, rock_number ON rock_posts
WHEN old.show = 1 AND old.rock_number > 0 AND (new.show = 0 OR old.rock_number <> new.rock_number)
 AND old.create_dt < strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 day')
BEGIN
  INSERT OR IGNORE INTO news (uuid, rock_number, state) VALUES (old.uuid, old.rock_number, 'over');
END;--> statement-breakpoint
CREATE TRIGGER news_of_deleted_find AFTER DELETE ON rock_posts
BEGIN
  INSERT OR IGNORE INTO news (uuid, rock_number, state) SELECT old.uuid, old.rock_number, 'over'
    WHERE old.show = 1 AND old.rock_number > 0
      AND old.create_dt < strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 day');
  DELETE FROM news WHERE uuid = old.uuid AND NOT EXISTS
    (SELECT 1 FROM trash WHERE kind = 'find' AND "rows" ->> '$.rock_posts[0].uuid' = old.uuid);
END;--> statement-breakpoint
CREATE TRIGGER news_of_find_gone_for_good AFTER DELETE ON trash WHEN old.kind = 'find'
BEGIN
  DELETE FROM news WHERE uuid = old."rows" ->> '$.rock_posts[0].uuid'
     AND NOT EXISTS (SELECT 1 FROM rock_posts WHERE rock_posts.uuid = news.uuid);
END;
