import { useRevalidator } from "@remix-run/react";
import { useState } from "react";
import { countOf } from "#core/words.ts";
import type { FollowCounts } from "#domain/follow/answers.ts";
import type { Rock } from "#domain/rocks/answers.ts";
import { useSave } from "#app/components/admin/data/use-save.ts";
import { SiteSection } from "#app/components/admin/site/site-section.tsx";
import { submits } from "#app/components/admin/ui/forms.tsx";
import { Failure, Field } from "#app/components/fields/field.tsx";
import { Button } from "#app/components/ui/button.tsx";

export function RockFollowers({
  rock,
}: {
  rock: Pick<Rock, "rock_number" | "followers">;
}) {
  const { call, isBusy, failure } = useSave();
  const { revalidate } = useRevalidator();
  const [count, setCount] = useState(rock.followers);

  async function removeAll() {
    const question = `Remove all followers of rock ${rock.rock_number}? Their addresses are deleted and can't be brought back.`;
    if (!window.confirm(question)) return;
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
    <div className="soft row wrap">
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

/** Says how many people are told when a rock moves on, and removes an address that is entered. Nothing lists them. */
export function FollowersBox({ counts }: { counts: FollowCounts }) {
  const { call, isBusy, failure, wrong } = useSave();
  const { revalidate } = useRevalidator();

  async function remove(fields: FormData, form: HTMLFormElement) {
    const email = String(fields.get("email")).trim();
    const removed = await call(
      "POST /api/followers/remove",
      { body: { email } },
      {
        toast: ({ removed }) =>
          removed === 0
            ? `${email} follows no rock`
            : `${email} was removed from ${countOf(removed, "rock")}`,
      },
    );
    if (!removed.ok) return;
    form.reset();
    revalidate();
  }

  return (
    <SiteSection
      id="followers"
      title="Followers"
      now={
        counts.addresses === 0
          ? "Nobody yet"
          : countOf(counts.addresses, "address", "addresses")
      }
    >
      <p>{describe(counts)}</p>
      <form
        className="site-followers wrap low"
        noValidate
        onSubmit={submits(remove)}
      >
        <Field
          label="Address of somebody who asks to be removed"
          name="email"
          type="email"
          autoComplete="off"
          error={wrong("email")}
        />
        <Button type="submit" look="quiet" busy={isBusy}>
          Remove this address
        </Button>
      </form>
      {!wrong("email") && <Failure>{failure}</Failure>}
      {counts.uncatalogued.length > 0 && (
        <div className="stack">
          <h3>Followed, but not in the catalogue</h3>
          <ul className="stack">
            {counts.uncatalogued.map((rock) => (
              <li key={rock.rock_number}>
                <b>{`Rock ${rock.rock_number}`}</b>
                <RockFollowers rock={rock} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </SiteSection>
  );
}

function describe({
  addresses,
  rocks,
  unconfirmed,
  sent,
  waiting,
  bounced,
}: FollowCounts) {
  const follow =
    addresses === 0
      ? "Nobody follows a rock yet."
      : `${countOf(addresses, "address", "addresses")} ${addresses === 1 ? "follows" : "follow"} ${countOf(rocks, "rock")}.`;
  return [
    follow,
    unconfirmed > 0 &&
      `${countOf(unconfirmed, "address", "addresses")} may still confirm.`,
    `${countOf(sent, "mail was", "mails were")} sent${waiting > 0 ? `, and ${countOf(waiting, "waits", "wait")}` : ""}.`,
    bounced > 0 &&
      `${countOf(bounced, "address", "addresses")} didn’t exist any more.`,
  ]
    .filter(Boolean)
    .join(" ");
}
