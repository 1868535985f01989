import { useRevalidator, useSearchParams } from "@remix-run/react";
import { useEffect, useRef, useState, type ComponentProps } from "react";
import { AdminFrame } from "#app/components/admin/frame/admin-frame.tsx";
import { MailStep } from "./mail-step.tsx";
import { NamesStep, type SavedNames } from "./names-step.tsx";
import { NextStep } from "./next-step.tsx";
import { PasswordStep } from "./password-step.tsx";
import { RestoreInstead } from "./restore/restore-instead.tsx";
import { RockStep } from "./rock-step.tsx";
import { StoryStep } from "./story-step.tsx";
import { isStep } from "./steps.ts";

type Rock = ComponentProps<typeof RockStep>;

/** What the steps after the password show. */
export interface SetUpData
  extends
    ComponentProps<typeof NextStep>,
    ComponentProps<typeof StoryStep>,
    ComponentProps<typeof MailStep>,
    Pick<Rock, "artists" | "siteName"> {
  names: SavedNames;
}

/** @param data undefined until the admin is signed in */
export function SetUpScreen({
  isOpen,
  data,
}: {
  isOpen: boolean;
  data: SetUpData | undefined;
}) {
  const key = useFragment();
  return (
    <AdminFrame>
      {isOpen && key !== "" ? (
        <>
          <PasswordStep setUpKey={key} />
          <RestoreInstead setUpKey={key} />
        </>
      ) : data ? (
        <Steps data={data} />
      ) : (
        <section className="set-up stack">
          <h1>Set up your site</h1>
          <p>
            Please open the whole link that the site has printed when it
            started. It begins with “Set up:”, and each start prints a new one.
          </p>
        </section>
      )}
    </AdminFrame>
  );
}

function Steps({ data }: { data: SetUpData }) {
  const [search] = useSearchParams();
  const [picture, setPicture] = useState<File>();
  const asked = search.get("step");
  const step = isStep(asked) ? asked : "names";
  const shown = useRef(step);
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    // The navigation and the footer show the names that the step before has saved.
    revalidate();
  }, [step, revalidate]);

  switch (step) {
    case "names":
      return <NamesStep saved={data.names} />;
    case "story":
      return <StoryStep {...data} />;
    case "mail":
      return <MailStep {...data} />;
    case "rock":
      return <RockStep {...data} picture={picture} onPicture={setPicture} />;
    case "next":
      return <NextStep {...data} />;
  }
}

const readFragment = () => window.location.hash.slice(1);

/** The part of the address that no server sees. */
function useFragment() {
  const [fragment, setFragment] = useState(readFragment);
  useEffect(() => {
    const read = () => setFragment(readFragment());
    window.addEventListener("hashchange", read);
    return () => window.removeEventListener("hashchange", read);
  }, []);
  return fragment;
}
