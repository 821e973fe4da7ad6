/** Page shown when the server runs without a built web app; both languages, no script. */
export const buildNotBuiltPage = (): string => `<!doctype html>
<html lang="it">
<head><meta charset="utf-8"><title>Varco</title></head>
<body>
<h1>Varco</h1>
<p>Il portale è attivo, ma l'applicazione web non è stata ancora costruita. Fermare il server e riavviarlo con <code>npm start</code>.</p>
<p lang="en">The portal is running, but the web application has not been built yet. Stop the server and start it again with <code>npm start</code>.</p>
</body>
</html>
`;
