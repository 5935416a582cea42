// The driver does not export it.
declare module 'mongodb/lib/cmap/connection.js' {
  export class Connection {
    command(...args: unknown[]): Promise<unknown>
  }
}
