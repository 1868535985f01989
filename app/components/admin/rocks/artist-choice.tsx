import { useState } from "react";
import type { ArtistName } from "#domain/artists/answers.ts";
import { Failure } from "#app/components/fields/failure.tsx";
import "./artist-choice.css";

/** Chooses several artists. Typing narrows the list; who is chosen stays in it. */
export function ArtistChoice({
  artists,
  chosen,
  onChange,
  error,
}: {
  artists: ArtistName[];
  chosen: number[];
  onChange: (keys: number[]) => void;
  error?: string;
}) {
  const [typed, setTyped] = useState("");
  const wanted = typed.trim().toLowerCase().split(/\s+/);
  const isChosen = ({ ra_key }: ArtistName) => chosen.includes(ra_key);
  const isWanted = ({ display_name }: ArtistName) =>
    wanted.every((word) => display_name.toLowerCase().includes(word));
  const listed = artists.filter(
    (artist) => isChosen(artist) || isWanted(artist),
  );

  return (
    <fieldset className="field field--wide artist-choice">
      <legend>Artists*</legend>
      <p className="artist-chosen" aria-live="polite">
        {chosen.length === 0
          ? "Nobody is chosen yet."
          : artists
              .filter(isChosen)
              .map(({ display_name }) => display_name)
              .join(", ")}
      </p>
      {artists.length > 8 && (
        <input
          type="search"
          className="control"
          aria-label="Find an artist"
          placeholder="Find an artist"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <div className="artist-list">
        {listed.map((artist) => (
          <label key={artist.ra_key}>
            <input
              type="checkbox"
              name="artist_keys"
              value={artist.ra_key}
              checked={isChosen(artist)}
              onChange={() =>
                onChange(
                  isChosen(artist)
                    ? chosen.filter((key) => key !== artist.ra_key)
                    : [...chosen, artist.ra_key],
                )
              }
            />
            <span>{artist.display_name}</span>
          </label>
        ))}
        {listed.length === 0 && <p className="soft">No such artist</p>}
      </div>
      <Failure>{error}</Failure>
    </fieldset>
  );
}
