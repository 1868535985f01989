import { createContext, useContext } from "react";

/** The page's script nonce while it is rendered on the server; empty in the browser. */
export const NonceContext = createContext("");
export const useNonce = () => useContext(NonceContext);
