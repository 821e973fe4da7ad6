// Order matters: Mantine uses its own cascade layer, so every rule of the app wins without higher specificity.
import '@mantine/core/styles.layer.css';
import './tokens.css';
import './global.css';
