export { default as fieldStyles } from "./field.css?url";
