import { Link } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { addressOf, STEPS, stepAfter, stepBefore, type Step } from "./steps.ts";
import type { Elements } from "#app/components/language/in-elements.tsx";
import "./set-up.css";

/** A step: how far it is, what it asks for, and its fields. The focus begins at its heading. */
export function StepFrame({
  step,
  title,
  children,
}: {
  /** Absent for the password, which comes first. */
  step?: Step;
  title: string;
  children: Elements;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const number = step ? STEPS.indexOf(step) + 2 : 1;
  return (
    <section className="set-up stack">
      <p className="set-up-count soft">
        <span>{`Step ${number} of ${STEPS.length + 1}`}</span>
        <progress
          max={STEPS.length + 1}
          value={number}
          aria-label="Steps done"
        />
      </p>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </section>
  );
}

/** The ways on from a step. */
export function StepBar({
  step,
  isDone = false,
  children,
}: {
  step: Step;
  /** Then there is nothing to leave for later. */
  isDone?: boolean;
  /** The button that saves it. */
  children: Elements;
}) {
  const before = stepBefore(step);
  return (
    <footer className="admin-bar set-up-bar">
      {before && (
        <Link className="btn btn--quiet" to={addressOf(before)}>
          Back
        </Link>
      )}
      {!isDone && (
        <Link className="text-btn" to={addressOf(stepAfter(step))}>
          Later
        </Link>
      )}
      {children}
    </footer>
  );
}
