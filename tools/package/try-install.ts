/** x */
export async function tryInstallation(_deb: string): Promise<void> {}
