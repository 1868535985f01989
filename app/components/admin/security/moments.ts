import { describeDay } from "#app/components/admin/dashboard/when.ts";

/** 'today, 18:02' or 'Thursday, 18:02'. Both times are UTC. */
export const describeMoment = (time: string, now: string) =>
  `${describeDay(time.slice(0, 10), now.slice(0, 10))}, ${time.slice(11, 16)}`;
