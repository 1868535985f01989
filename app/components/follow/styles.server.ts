export { default as followStyles } from "./follow.css?url";
