// Preloaded into every command: when tools/go.mjs ends, even by kill -9, the command is asked to stop.
if (process.channel) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}
