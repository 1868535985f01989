import type { ReactNode, Ref } from "react";
import type { Job } from "#domain/jobs/answers.ts";
import { Pebble } from "#app/components/ui/pebble.tsx";
import type { Elements } from "#app/components/language/in-elements.tsx";

export const Part = ({
  id,
  title,
  aside,
  className,
  heading,
  children,
}: {
  id: string;
  title: string;
  aside?: Elements;
  className?: string;
  heading?: Ref<HTMLHeadingElement>;
  children: Elements;
}) => (
  <section aria-labelledby={id} className={className}>
    <header className="part-head wrap">
      <h2 id={id} ref={heading} tabIndex={heading ? -1 : undefined}>
        {title}
      </h2>
      {aside}
    </header>
    {children}
  </section>
);

export const EmptyState = ({ children }: { children: ReactNode }) => (
  <div className="row wrap loose">
    <span className="row">
      {["sailboat", "ladybird", "feather"].map((motif) => (
        <Pebble key={motif} motif={motif} size={72} />
      ))}
    </span>
    <p className="soft grows">{children}</p>
  </div>
);

export const describeMaking = ({ state, message }: Job) =>
  state === "queued" ? "Waiting to be made" : message || "Being made …";

/** @param job undefined until it is known how far it is */
export const JobBar = ({ job, label }: { job?: Job; label: string }) => (
  <progress
    max={job?.total || 1}
    value={job?.total ? job.done : undefined}
    aria-label={label}
  />
);
