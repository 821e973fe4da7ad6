// Order matters: Mantine uses its own cascade layer, so every rule of the app wins without higher specificity.
import './mantine-styles.ts';
import './tokens.css';
import './global.css';
