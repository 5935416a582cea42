import { spawnSync } from 'node:child_process'

/** A window of its own, with cookies and storage that no other one shares. */
export interface Tab {
  /** Resolves when the page is loaded. */
  open(url: string): Promise<void>
  setCookie(site: string, name: string, value: string): Promise<void>
  /** The string to which this expression's promise resolves in the page. */
  evaluate(expression: string): Promise<string>
  /** Performs action sequences of WebDriver: keys and pointers of a person. */
  perform(actions: readonly object[]): Promise<void>
  /** What the console has shown as an error so far; null where the engine does not tell. */
  errors(): readonly string[] | null
  close(): Promise<void>
}

/** A running browser. */
export interface Browser extends AsyncDisposable {
  openTab(): Promise<Tab>
}

/** A kind of browser that the flows run in. */
export interface Engine {
  readonly name: string
  /** Debian's packages. */
  readonly packages: string
  isInstalled(): boolean
  launch(): Promise<Browser>
}

/** The first of these programs that is there. */
export const findProgram = (names: readonly string[], flag: string): string | undefined =>
  names.find((name) => spawnSync(name, [flag], { stdio: 'ignore' }).error === undefined)
