import { useRevalidator } from "@remix-run/react";
import { useUntil } from "#app/components/admin/data/use-polling.ts";

/** Loads the screen again and again while something on it is still under way. */
export function useRevalidateWhile(isUnderWay: boolean) {
  const { revalidate } = useRevalidator();
  useUntil(!isUnderWay, revalidate);
}
