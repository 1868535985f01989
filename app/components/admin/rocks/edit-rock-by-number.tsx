import type { FormEvent } from "react";
import type { Rock } from "#domain/rocks/answers.ts";
import { useSave } from "#app/components/admin/data/use-save.ts";
import { Field } from "#app/components/fields/field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import "./edit-rock-by-number.css";

/** Opens a rock by its number, even if its row is not loaded. */
export function EditRockByNumber({
  onFound,
}: {
  onFound: (rock: Rock) => void;
}) {
  const { call, isBusy } = useSave();

  async function open(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const number = String(
      new FormData(event.currentTarget).get("rock_number"),
    ).trim();
    if (number === "") return;
    const found = await call("GET /api/rocks", {
      query: { rock_number: number },
    });
    if (found.ok && found.answer[0]) onFound(found.answer[0]);
    else window.alert(`Rock number ${number} not found`);
  }

  return (
    <form
      className="edit-rock-by-number"
      onSubmit={(event) => void open(event)}
    >
      <Field
        label="Rock Number"
        name="rock_number"
        inputMode="numeric"
        autoComplete="off"
      />
      <Button type="submit" look="quiet" busy={isBusy}>
        Edit
      </Button>
    </form>
  );
}
