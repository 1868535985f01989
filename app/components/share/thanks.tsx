import { Trans } from "@lingui/react/macro";
import type { ComponentType, ReactNode } from "react";

/** The site's words to the sender of a find, in the dialog and on the page without JavaScript. */

export const HasBegun = () => (
  <Trans>Your rock has begun a new journey, and you are part of it.</Trans>
);

export const IsLookedAt = () => (
  <Trans>Somebody looks at every find before it appears on the site.</Trans>
);

export const NotSent = ({ email }: { email: string }) => (
  <p>
    <Trans>
      Sorry, something went wrong. The submit did not work. Please email us
      instead if it keeps failing: <a href={`mailto:${email}`}>{email}</a>
    </Trans>
  </p>
);

export function WhatNext({
  email,
  SocialLink,
}: {
  email: string;
  SocialLink?: ComponentType<{ children: ReactNode }>;
}) {
  return (
    <ul>
      <li>
        <Trans>Take the rock to a new place and post again.</Trans>
      </li>
      <li>
        <Trans>Or leave it there for the next finder.</Trans>
      </li>
      {SocialLink && (
        <li>
          <Trans>
            <SocialLink>Follow our social group</SocialLink> to see where the
            other rocks are.
          </Trans>
        </li>
      )}
      <li>
        <Trans>
          Would you like a new rock? Write to{" "}
          <a href={`mailto:${email}`}>{email}</a>.
        </Trans>
      </li>
    </ul>
  );
}
