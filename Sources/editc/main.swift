import CommandLineInterface
import Glibc

exit(CommandLineInterface.main().rawValue)
