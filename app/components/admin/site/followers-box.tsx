import { useRevalidator } from "@remix-run/react";
import type { FormEvent } from "react";
import { countOf } from "#domain/core/words.ts";
import type { FollowCounts } from "#domain/follow/answers.ts";
import { useSave } from "#app/components/admin/data/use-save.ts";
import { Failure } from "#app/components/fields/failure.tsx";
import { Field } from "#app/components/fields/field.tsx";
import { RockFollowers } from "#app/components/admin/ui/rock-followers.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { SiteSection } from "./site-section.tsx";

/** Says how many people are told when a rock moves on, and removes an address that is entered. Nothing lists them. */
export function FollowersBox({ counts }: { counts: FollowCounts }) {
  const { call, isBusy, failure, wrong } = useSave();
  const { revalidate } = useRevalidator();

  async function remove(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const email = String(new FormData(form).get("email")).trim();
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
        className="site-followers"
        noValidate
        onSubmit={(event) => void remove(event)}
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
        <div className="site-uncatalogued">
          <h3>Followed, but not in the catalogue</h3>
          <ul>
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
