// Order matters: Mantine comes in its own cascade layer, so every rule of ours wins without raising specificity.
import '@mantine/core/styles.layer.css';
import './tokens.css';
import './global.css';
