// Holds a pod's namespaces open, and does nothing else.
package main

import (
	"os"
	"os/signal"
	"syscall"
)

func main() {
	asked := make(chan os.Signal, 1)
	signal.Notify(asked, syscall.SIGINT, syscall.SIGTERM)
	<-asked
	os.Exit(0)
}
