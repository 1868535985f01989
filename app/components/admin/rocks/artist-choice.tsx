import { useState } from "react";
import type { User } from "#domain/artists/answers.ts";
import { FieldError } from "#app/components/admin/ui/field.tsx";
import "./artist-choice.css";

/** Several artists out of all there are; typing narrows the list, what is chosen stays in it. */
export function ArtistChoice({
  users,
  chosen,
  onChange,
  error,
}: {
  users: User[];
  chosen: number[];
  onChange: (keys: number[]) => void;
  error?: string;
}) {
  const [typed, setTyped] = useState("");
  const wanted = typed.trim().toLowerCase();
  const isChosen = ({ ra_key }: User) => chosen.includes(ra_key);
  const listed = users.filter(
    (user) =>
      isChosen(user) || user.display_name.toLowerCase().includes(wanted),
  );

  return (
    <fieldset className="field field--wide artist-choice">
      <legend>Artists*</legend>
      <p className="artist-chosen" aria-live="polite">
        {chosen.length === 0
          ? "Nobody is chosen yet."
          : users
              .filter(isChosen)
              .map(({ display_name }) => display_name)
              .join(", ")}
      </p>
      {users.length > 8 && (
        <input
          type="search"
          aria-label="Find an artist"
          placeholder="Find an artist"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <div className="artist-list">
        {listed.map((user) => (
          <label key={user.ra_key}>
            <input
              type="checkbox"
              name="artist_keys"
              value={user.ra_key}
              checked={isChosen(user)}
              onChange={() =>
                onChange(
                  isChosen(user)
                    ? chosen.filter((key) => key !== user.ra_key)
                    : [...chosen, user.ra_key],
                )
              }
            />
            {user.display_name}
          </label>
        ))}
        {listed.length === 0 && <p className="admin-small">No such artist</p>}
      </div>
      <FieldError error={error} />
    </fieldset>
  );
}
