import mongoose from 'mongoose'

/**
 * Connects mongoose's default connection. A write is acknowledged when the majority has it in its journal: that lost
 * nothing over primary kills (SECURITY, traps). Filters are sanitised, indexes come from the migration alone.
 */
export async function connectStore(uri: string): Promise<void> {
  mongoose.set({ strictQuery: true, sanitizeFilter: true, autoIndex: false, autoCreate: false })
  await mongoose.connect(uri, {
    writeConcern: { w: 'majority', journal: true },
    readConcern: { level: 'majority' },
    maxPoolSize: 50,
    serverSelectionTimeoutMS: 10_000,
    retryWrites: true,
  })
}

export const disconnectStore = (): Promise<void> => mongoose.disconnect()
