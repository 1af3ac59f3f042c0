import CommandLineInterface
import Glibc

exit(CommandLineInterface.main(Array(CommandLine.arguments.dropFirst())).rawValue)
