/** Whether this browser can have passkeys for this address: no IP address can. */
export const passkeysWork = (): boolean =>
  isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname)
