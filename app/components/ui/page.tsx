import type { ReactNode } from "react";
import type { Elements } from "../language/in-elements.tsx";
import "#app/styles/page.css";

interface Props {
  title: ReactNode;
  head?: Elements;
  children: Elements;
}

export const Page = ({ title, head, children }: Props) => (
  <div className="page">
    <header className="page-head">
      <h1>{title}</h1>
      {head}
    </header>
    {children}
  </div>
);
