import { useState, type FormEvent } from "react";
import type { Rock } from "#domain/rocks/answers.ts";
import { BusyButton } from "#app/components/admin/ui/busy-button.tsx";
import { findRock } from "./get-rock.ts";

/** Opens a rock by its number, wherever in the table it stands. */
export function QuickEdit({ onFound }: { onFound: (rock: Rock) => void }) {
  const [isBusy, setIsBusy] = useState(false);

  async function find(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const number = String(
      new FormData(event.currentTarget).get("rock_number"),
    ).trim();
    if (number === "") return;
    setIsBusy(true);
    const rock = await findRock(number);
    setIsBusy(false);
    if (rock) onFound(rock);
    else window.alert(`Rock number ${number} not found`);
  }

  return (
    <form className="quick-edit" onSubmit={(event) => void find(event)}>
      <label className="field">
        Rock Number
        <input name="rock_number" inputMode="numeric" autoComplete="off" />
      </label>
      <BusyButton className="btn btn--quiet" busy={isBusy}>
        Edit
      </BusyButton>
    </form>
  );
}
