import type { ReactNode } from "react";
import { AlertIcon } from "#app/components/ui/more-icons.tsx";

interface Props {
  id?: string;
  className?: string;
  children: ReactNode;
}

export const Failure = ({ id, className = "", children }: Props) =>
  children ? (
    <span className={`failure ${className}`} id={id} role="alert">
      <AlertIcon />
      <span>{children}</span>
    </span>
  ) : null;
