DROP INDEX `rock_posts_coordinates`;--> statement-breakpoint
CREATE INDEX `rock_posts_date` ON `rock_posts` (`date`,`rps_key`);--> statement-breakpoint
CREATE INDEX `rock_posts_create_dt` ON `rock_posts` (`create_dt`,`rps_key`);--> statement-breakpoint
CREATE INDEX `rock_posts_coordinates` ON `rock_posts` ((CASE WHEN latitude IS NULL THEN -999 ELSE latitude END),(CASE WHEN longitude IS NULL THEN -999 ELSE longitude END),`rps_key`);