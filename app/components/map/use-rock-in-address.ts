import { useNavigate, useSearchParams } from "@remix-run/react";
import { useCallback } from "react";
import { ON_PAGE, usePageBelow } from "#app/components/ui/dialog-steps.ts";

/** Reads the chosen rock from `?rock=N`. Choosing a rock is a step in the history, which Back and closing undo. */
export function useRockInAddress() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const rock = search.get("rock") ?? "";
  const chosen = /^\d{1,6}$/.test(rock) ? Number(rock) : undefined;
  usePageBelow(chosen !== undefined, "/map");

  return {
    chosen,
    choose: useCallback(
      (rockNumber: number) =>
        navigate(`/map?rock=${rockNumber}`, {
          state: ON_PAGE,
          preventScrollReset: true,
        }),
      [navigate],
    ),
    close: () => navigate(-1),
  };
}
