import { useState } from "react";
import { useRevalidator } from "@remix-run/react";
import { countOf, formatCount } from "#core/words.ts";
import type { Rock } from "#domain/rocks/answers.ts";
import { Failure } from "#app/components/fields/failure.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useSave } from "#app/components/admin/data/use-save.ts";
import "./ui.css";

export function RockFollowers({
  rock,
}: {
  rock: Pick<Rock, "rock_number" | "followers">;
}) {
  const { call, isBusy, failure } = useSave();
  const { revalidate } = useRevalidator();
  const [count, setCount] = useState(rock.followers);

  async function removeAll() {
    const all =
      count === 1 ? "the one follower" : `all ${formatCount(count)} followers`;
    if (
      !window.confirm(
        `Remove ${all} of rock ${rock.rock_number}? Their addresses are deleted and can't be brought back.`,
      )
    )
      return;
    const removed = await call(
      "DELETE /api/followers/rocks/:rockNumber",
      { params: { rockNumber: rock.rock_number } },
      { toast: () => `Rock ${rock.rock_number} has no followers any more` },
    );
    if (!removed.ok) return;
    setCount(0);
    revalidate();
  }

  return (
    <div className="field--full rock-followers soft row">
      <p>
        {count === 0
          ? "Nobody is told by mail when it moves on."
          : `${countOf(count, "person is", "people are")} told by mail when it moves on.`}
      </p>
      {count > 0 && (
        <Button look="danger" busy={isBusy} onClick={() => void removeAll()}>
          Remove all followers
        </Button>
      )}
      <Failure>{failure}</Failure>
    </div>
  );
}
