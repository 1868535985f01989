ALTER TABLE `rock_posts` ADD `closed` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `trash_find` ON `trash` ("rows" ->> '$.rock_posts[0].uuid');