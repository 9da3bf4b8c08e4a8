/** Whether anyone can sign in as anyone here. The server puts it in the document: nothing else tells before sign-in. */
export function isDevelopmentInstallation(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name="development-issuer"]')?.content === 'on';
}
