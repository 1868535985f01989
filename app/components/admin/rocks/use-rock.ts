import { useEffect, useState } from "react";
import type { Rock } from "#domain/rocks/answers.ts";
import { callApi } from "#app/components/admin/ui/call-api.ts";

/** The catalogue's entry of a number: undefined while it is asked for, null if there is none, 'failed' if it can't be asked. */
export function useRock(number: number): Rock | null | "failed" | undefined {
  const [known, setKnown] = useState<{
    number: number;
    rock: Rock | null | "failed";
  }>();
  useEffect(() => {
    let isOver = false;
    callApi<Rock[]>("GET", `/api/rocks?rock_number=${number}`).then(
      ({ answer }) => {
        if (!isOver) setKnown({ number, rock: answer[0] ?? null });
      },
      (error: unknown) => {
        console.error("Error loading rock", error);
        if (!isOver) setKnown({ number, rock: "failed" });
      },
    );
    return () => {
      isOver = true;
    };
  }, [number]);
  return known?.number === number ? known.rock : undefined;
}
