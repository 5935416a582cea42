/** The type that lib.dom lacks. A browser without Trusted Types takes the plain string. */
declare const trustedTypes:
  | {
      createPolicy(
        name: string,
        rules: Record<'createHTML' | 'createScriptURL', (text: string) => string>,
      ): Policy
    }
  | undefined

/** What it makes is passed on as the string that it stands for: React and the browser take either. */
interface Policy {
  createHTML(html: string): string
  createScriptURL(url: string): string
}

const WORKER = '/sw.js'

/** The only policy that the Content-Security-Policy permits (SECURITY, Headers). */
const policy: Policy | undefined =
  typeof trustedTypes === 'undefined'
    ? undefined
    : trustedTypes.createPolicy('royal-flush', {
        createHTML: (html) => html,
        createScriptURL(url) {
          if (url === WORKER) return url
          throw new TypeError(`${url} is no script of ours`)
        },
      })

/** HTML that the server has sanitised, for `dangerouslySetInnerHTML`. Each call makes another object: keep it. */
export const trustServerHtml = (html: string): string => policy?.createHTML(html) ?? html

/** The address of the service worker (offline/worker.js), for `register`. */
export const workerAddress = (): string => policy?.createScriptURL(WORKER) ?? WORKER
